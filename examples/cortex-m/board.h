/* The board: a serial line, a count of instructions, and how much of the stack was used. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

/* Waits for a byte. */
uint8_t board_receive(void);
void board_receive_all(uint8_t *bytes, uint32_t count);
void board_send(const char *text);
void board_send_number(int32_t number);

/* Instructions since board_start_counting(), to 40; up to 600 million. QEMU counts one a nanosecond with -icount shift=0. */
void board_start_counting(void);
uint32_t board_instructions(void);

/* Bytes of the stack that were ever used. */
uint32_t board_stack_used(void);

/* The program, called when a 'p' has come: a picture follows. */
void run(void);

#endif
