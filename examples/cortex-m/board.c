/* Start-up, serial line and counter of the board. */
#include "board.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))

enum { TRANSMIT_FULL = 1, RECEIVED = 2, UNUSED_STACK = 0x5a5a5a5a };

static volatile uint32_t *const uart = (volatile uint32_t *)0x40004000; /* data, state, control, interrupts, clocks a bit */
static volatile uint32_t *const systick = (volatile uint32_t *)0xe000e010; /* control, reload, value */

extern uint32_t data_begin[], data_end[], data_source[], bss_begin[], bss_end[], stack_end[];

void reset(void);
static void fault(void) {
  for (;;) continue;
}

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    stack_end, (const void *)reset, (const void *)fault, (const void *)fault, (const void *)fault, (const void *)fault, (const void *)fault};

uint8_t board_receive(void) {
  while ((uart[1] & RECEIVED) == 0) continue;
  return (uint8_t)uart[0];
}

void board_receive_all(uint8_t *bytes, uint32_t count) {
  for (; count > 0; --count) *bytes++ = board_receive();
}

void board_send(const char *text) {
  for (; *text != 0; ++text) {
    while ((uart[1] & TRANSMIT_FULL) != 0) continue;
    uart[0] = (uint8_t)*text;
  }
}

void board_send_number(int32_t number) {
  char digits[12];
  char *first = digits + 11;
  uint32_t size = number < 0 ? 0U - (uint32_t)number : (uint32_t)number;
  *first = 0;
  do *--first = (char)('0' + size % 10);
  while ((size /= 10) > 0);
  if (number < 0) *--first = '-';
  board_send(first);
}

/* The system timer counts down from 2^24 - 1 at 25 MHz. */
void board_start_counting(void) {
  systick[1] = 0xffffff;
  systick[2] = 0;
  systick[0] = 5;
}

uint32_t board_instructions(void) { return (0xffffff - systick[2]) * 40; }

uint32_t board_stack_used(void) {
  const uint32_t *unused = bss_end;
  while (*unused == UNUSED_STACK) ++unused;
  return (uint32_t)((const uint8_t *)stack_end - (const uint8_t *)unused);
}

/* Ends QEMU. */
static void stop(void) {
  register uint32_t operation __asm__("r0") = 0x18, reason __asm__("r1") = 0x20026;
  __asm__ volatile("bkpt 0xab" : : "r"(operation), "r"(reason));
}

void reset(void) {
  const uint32_t *from = data_source;
  uint32_t *to;
  volatile uint32_t *free, *stack; /* volatile: a function that fills memory would fill its own stack */
  REGISTER(0xe000ed88) |= 0xf << 20; /* the floating-point unit */
  __asm__ volatile("dsb\nisb");
  for (to = data_begin; to != data_end;) *to++ = *from++;
  for (to = bss_begin; to != bss_end;) *to++ = 0;
  __asm__ volatile("mov %0, sp" : "=r"(stack));
  for (free = bss_end; free < stack;) *free++ = UNUSED_STACK;
  uart[4] = 16;
  uart[2] = 3;
  while (board_receive() == 'p') run();
  stop();
  fault();
}
