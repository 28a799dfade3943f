// What connections watch, and what each was last told of it.
//
// A topic's parts are kept as texts. When something happened they are made anew, and what differs
// is told to all who watch, encoded once, with the sequence it follows on. Who starts to watch gets
// all parts as they were last told to the others, so that what comes next fits.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "server/network.h"
#include "wire/message.h"
#include "wire/view.h"

namespace sicbo::server {

class Topics {
public:
    using View = std::function<wire::Parts(wire::Topic)>;
    using Tell = std::function<void(ConnectionId, Text)>;

    // Watching twice is asking for a snapshot again.
    void watch(wire::Topic topic, ConnectionId connection);
    void unwatch(wire::Topic topic, ConnectionId connection);
    bool is_watched(wire::Topic topic) const { return live_.contains(topic); }

    // It may have changed.
    void touch(wire::Topic topic);
    void touch_all(wire::TopicKind kind);

    // Tells everybody what they do not know yet. Topics that many things change wait a little.
    void tell(const View& view, std::uint64_t sequence, Instant at, const Tell& tell);

    // When there is something that waits.
    std::optional<Instant> waiting() const;

private:
    struct Live {
        wire::Parts parts;
        std::uint64_t sequence = 0;
        Instant told_at;
        bool touched = true;
        std::vector<ConnectionId> watching;
        std::vector<ConnectionId> arrived;  // and have not got their snapshot
    };
    std::map<wire::Topic, Live> live_;
    std::set<wire::Topic> touched_;
};

}  // namespace sicbo::server
