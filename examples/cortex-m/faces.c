/* Finds faces in pictures of 160 x 120 gray pixels from the serial line: 'p' and the pixels, a byte each. Answers a line for each face, in hundredths of
 * a pixel and of a score, and "done" with the instructions that it took and the stack that was used. Any other byte than 'p' ends it. */
#include "board.h"
#include "face.h"

enum { WIDTH = 160, HEIGHT = 120, MAX_FACES = 20 };

static uint8_t gray[WIDTH * HEIGHT];
static uint64_t work[FACE_WORK_BYTES(WIDTH, HEIGHT) / 8 + 1];

static int32_t hundredths(float number) { return ocelli_nearest(number * 100.0); }

void run(void) {
  const ocelli_options options = ocelli_default_options();
  ocelli_detection faces[MAX_FACES];
  int32_t count, i;
  uint32_t instructions;
  board_receive_all(gray, sizeof gray);
  board_start_counting();
  count = face_detect(gray, WIDTH, HEIGHT, WIDTH, &options, work, sizeof work, faces, MAX_FACES, 0);
  instructions = board_instructions();
  for (i = 0; i < count; ++i) {
    const float numbers[5] = {faces[i].x, faces[i].y, faces[i].width, faces[i].height, faces[i].score};
    int32_t n;
    board_send("face");
    for (n = 0; n < 5; ++n) {
      board_send(" ");
      board_send_number(hundredths(numbers[n]));
    }
    board_send("\n");
  }
  board_send("done ");
  board_send_number((int32_t)instructions);
  board_send(" ");
  board_send_number((int32_t)board_stack_used());
  board_send("\n");
}
