#include "verb.hpp"

int main(int count, char** words) { return ocelli::internal::app::run_program({words, words + count}); }
