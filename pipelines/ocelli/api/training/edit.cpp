#include "ocelli/edit.hpp"

#include "ocelli/api/option_access.hpp"
#include "ocelli/training/model_edit.hpp"

namespace ocelli {

void edit_model(const std::filesystem::path& model, const Options& changes) {
  internal::ModelEdit edit;
  internal::set_options(internal::option_table(edit), changes);
  edit.validate();
  internal::edit_model(model, edit);
}

std::vector<OptionInfo> edit_options() {
  internal::ModelEdit edit;
  return internal::infos_of(internal::option_table(edit));
}

}  // namespace ocelli
