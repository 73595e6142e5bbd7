#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace cuda_tune {

/// What is kept for each stream, made on first use and kept as long as the table: nobody tells when a stream
/// ends, and graphs or launches may still need its entry. Finding an entry takes no lock.
template <typename Entry> class StreamTable {
public:
  /// The entry of the stream with that id (cuStreamGetId). Where there is none yet, `make()` gives it, as a
  /// std::unique_ptr; one thread at a time makes entries, and each is made once.
  template <typename Make> Entry& at(std::uint64_t id, Make make) {
    std::atomic<const Node*>& head = heads_[id % kHeads];
    if (Entry* entry = find(head.load(std::memory_order_acquire), id))
      return *entry;
    const std::lock_guard lock(making_);
    const Node* first = head.load(std::memory_order_relaxed);
    if (Entry* entry = find(first, id))
      return *entry;
    nodes_.push_back(std::make_unique<const Node>(Node{id, make(), first}));
    head.store(nodes_.back().get(), std::memory_order_release);
    return *nodes_.back()->entry;
  }

private:
  struct Node {
    std::uint64_t id;
    std::unique_ptr<Entry> entry;
    const Node* next;
  };

  static Entry* find(const Node* node, std::uint64_t id) {
    for (; node; node = node->next)
      if (node->id == id)
        return node->entry.get();
    return nullptr;
  }

  static constexpr std::size_t kHeads = 64;

  std::array<std::atomic<const Node*>, kHeads> heads_ = {};
  std::mutex making_;
  std::vector<std::unique_ptr<const Node>> nodes_;
};

} // namespace cuda_tune
