/* What all modules export. */
#define EXPORT(name) __attribute__((export_name(#name)))

extern unsigned char __heap_base;

EXPORT(heap) void *ocelli_heap(void) { return &__heap_base; }

/* Gray levels of pixels of red, green, blue and alpha, as the program has them of color pictures. */
EXPORT(gray) void ocelli_gray(const uint8_t *rgba, uint32_t pixels, uint8_t *gray) {
  uint32_t i;
  for (i = 0; i < pixels; ++i) gray[i] = (uint8_t)((4899U * rgba[4 * i] + 9617U * rgba[4 * i + 1] + 1868U * rgba[4 * i + 2] + 8192U) >> 14);
}
