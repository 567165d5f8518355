// Stands in for what OpenCV's static core calls in other libraries and Ocelli never needs: OpenGL, and LAPACK for matrices with 25 rows
// or more. Ocelli's own large matrices are Eigen's.
#include <stdexcept>

namespace {

[[noreturn]] void refuse() { throw std::logic_error("OpenCV's large matrices require a build with its shared libraries"); }

}  // namespace

extern "C" {

void (*glXGetProcAddressARB(const unsigned char*))() { return nullptr; }

void cblas_sgemm() { refuse(); }
void cblas_dgemm() { refuse(); }
void cblas_cgemm() { refuse(); }
void cblas_zgemm() { refuse(); }
void sgels_() { refuse(); }
void dgels_() { refuse(); }
void sgeqrf_() { refuse(); }
void dgeqrf_() { refuse(); }
void sgesdd_() { refuse(); }
void dgesdd_() { refuse(); }
void sgesv_() { refuse(); }
void dgesv_() { refuse(); }
void sgetrf_() { refuse(); }
void dgetrf_() { refuse(); }
void sposv_() { refuse(); }
void dposv_() { refuse(); }
void spotrf_() { refuse(); }
void dpotrf_() { refuse(); }
}
