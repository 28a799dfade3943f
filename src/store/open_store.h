// SPDX-License-Identifier: MIT
// Opens a journal by its location: the path of an SQLite file, or the address of a PostgreSQL
// database (store/postgres_address.h).
#pragma once

#include <memory>
#include <string>

#include "store/store.h"

namespace sicbo::store {

// Opens an existing journal without the right to append to it.
Result<std::unique_ptr<Store>> open_to_read(const std::string& location);

// Opens the journal to append to it, and creates it if it does not exist. `origin` is that of a
// journal that is created; if empty, a new one is drawn.
Result<std::unique_ptr<Store>> open_to_write(const std::string& location,
                                             const std::string& origin = {});

// Returns the address with the path prefix of this machine's own files, unless it states one.
// A path is returned as it is.
std::string with_files(const std::string& location, const std::string& files);

}  // namespace sicbo::store
