#pragma once

#include "ocelli/features/points/disjunction_features.hpp"
#include "ocelli_generated.h"

/// Internal to the model file. Converts disjunctions to and from the schema.
namespace ocelli::internal::format {

schema::Disjunction pack(const Disjunction& disjunction);
Disjunction unpack(const schema::Disjunction& packed);

}  // namespace ocelli::internal::format
