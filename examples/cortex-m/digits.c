/* Reads digits of 28 x 28 gray pixels from the serial line: 'p' and the pixels, a byte each. Answers the digit with its score in hundredths, and "done"
 * with the instructions that it took and the stack that was used. Any other byte than 'p' ends it. */
#include "digits.h"
#include "board.h"

static uint8_t gray[DIGITS_WIDTH * DIGITS_HEIGHT];
static uint64_t work[DIGITS_WORK_BYTES / 8 + 1];

void run(void) {
  float scores[DIGITS_CLASSES];
  int32_t digit;
  uint32_t instructions;
  board_receive_all(gray, sizeof gray);
  board_start_counting();
  digit = digits_classify(gray, work, scores);
  instructions = board_instructions();
  board_send("digit ");
  board_send(digits_names[digit]);
  board_send(" ");
  board_send_number(ocelli_nearest(scores[digit] * 100.0));
  board_send("\ndone ");
  board_send_number((int32_t)instructions);
  board_send(" ");
  board_send_number((int32_t)board_stack_used());
  board_send("\n");
}
