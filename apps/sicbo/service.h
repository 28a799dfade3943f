// SPDX-License-Identifier: MIT
// What subcommands share that serve until they are stopped: signals, open files, and the paths of
// files that a configuration names.
#pragma once

#include <csignal>
#include <functional>
#include <string>

#include "core/result.h"
#include "server/property.h"

namespace sicbo::app {

// Returns the path of a file that the configuration names: relative to the configuration's folder.
std::string resolve(const std::string& config, const std::string& path);

// Lets --listen and --insecure prevail over the plan that was read from `config`; `listen` may be
// empty. Makes the plan's certificate, key and authorities paths, and reads each to see that it can
// be.
Result<void> complete_network(server::PropertyPlan& plan, const std::string& listen, bool insecure,
                              const std::string& config);

// Raises the limit of open files to what is allowed: every connection is one, and the usual limit
// of a shell is meant for other programs.
void allow_open_files();

// Lets the process keep memory that it has freed. Each result takes some megabytes for a moment,
// and to return them to the system and to get them back takes longer than to fill them.
void keep_freed_memory();

// Returns true if the parent process has made this one ignore hang-ups, as nohup does.
bool ignores_hangup();

// Signals go to one thread, which waits for them; all threads must start with them blocked.
sigset_t block_signals();

struct Service {
    std::function<void()> run;  // returns after stop()
    std::function<void()> stop;
    std::function<void()> reload;
};
// Runs until a signal to stop arrives. SIGHUP reloads, unless it says that the terminal from which
// the process was started has been closed. One that `stays`, under nohup, outlives its terminal.
void run_until_signal(const sigset_t& signals, bool stays, const Service& service);

}  // namespace sicbo::app
