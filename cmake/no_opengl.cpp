// Stands in for libGLX, whose only function that OpenCV's static core calls is this one.
extern "C" void (*glXGetProcAddressARB(const unsigned char*))() { return nullptr; }
