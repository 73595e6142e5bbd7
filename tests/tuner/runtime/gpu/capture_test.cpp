#include "tests/tuner/runtime/gpu/gpu_fixture.h"
#include "tuner/jit/dynamic_library.h"

namespace cuda_tune {
namespace {

// Of graphs, which only this test makes.
#define GRAPH_FUNCTIONS(X)                                                                                   \
  X(cuStreamBeginCapture)                                                                                    \
  X(cuStreamEndCapture)                                                                                      \
  X(cuGraphGetNodes)                                                                                         \
  X(cuGraphNodeGetType)                                                                                      \
  X(cuGraphInstantiateWithFlags)                                                                             \
  X(cuGraphLaunch)                                                                                           \
  X(cuGraphExecDestroy)                                                                                      \
  X(cuGraphDestroy)
#define TEXT_OF(name) #name
#define SYMBOL(name) TEXT_OF(name)

struct GraphFunctions {
#define MEMBER(name) decltype(&::name) name = nullptr;
  GRAPH_FUNCTIONS(MEMBER)
#undef MEMBER
};

const GraphFunctions& graphs() {
  static const GraphFunctions functions = [] {
    const std::optional<DynamicLibrary> library = DynamicLibrary::open({"libcuda.so.1"});
    GraphFunctions loaded;
#define LOAD(name) loaded.name = reinterpret_cast<decltype(loaded.name)>(library->symbol(SYMBOL(name)));
    GRAPH_FUNCTIONS(LOAD)
#undef LOAD
    return loaded;
  }();
  return functions;
}

constexpr std::uint64_t kElements = 300'000;

/// What `work` queues on `stream`, captured in the mode that forbids most; able to run again.
class CapturedGraph {
public:
  template <typename Work> CapturedGraph(CUstream stream, Work work) {
    check(graphs().cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL), "begin a capture");
    work();
    check(graphs().cuStreamEndCapture(stream, &graph_), "end a capture");
    check(graphs().cuGraphInstantiateWithFlags(&runnable_, graph_, 0), "instantiate a graph");
  }
  ~CapturedGraph() {
    graphs().cuGraphExecDestroy(runnable_);
    graphs().cuGraphDestroy(graph_);
  }
  CapturedGraph(const CapturedGraph&) = delete;
  CapturedGraph& operator=(const CapturedGraph&) = delete;

  void launch(CUstream stream) const { check(graphs().cuGraphLaunch(runnable_, stream), "launch a graph"); }

  std::vector<CUgraphNodeType> nodes() const {
    std::size_t count = 0;
    check(graphs().cuGraphGetNodes(graph_, nullptr, &count), "count the nodes");
    std::vector<CUgraphNode> all(count);
    check(graphs().cuGraphGetNodes(graph_, all.data(), &count), "list the nodes");
    std::vector<CUgraphNodeType> types(count);
    for (std::size_t i = 0; i < count; ++i)
      check(graphs().cuGraphNodeGetType(all[i], &types[i]), "tell a node's type");
    return types;
  }

private:
  CUgraph graph_ = nullptr;
  CUgraphExec runnable_ = nullptr;
};

class ReducerCapture : public GpuTest {
protected:
  void fill(const DeviceMemory& memory, unsigned char value) {
    check(driver().cuMemsetD8(memory.get(), value, kElements * 4), "fill memory");
    wait();
  }

  void expectReplays(Reducer& reducer, std::size_t kernels) {
    const Stream stream = makeStream();
    const DeviceMemory in = filled(kElements * 4, 1), out = filled(4, 0);
    const CapturedGraph graph(stream.get(), [&] {
      reducer.reduce(pointerTo(in.get()), kElements, pointerTo(out.get()), stream.get());
    });
    EXPECT_EQ(graph.nodes(), std::vector(kernels, CU_GRAPH_NODE_TYPE_KERNEL));
    EXPECT_EQ(read<std::uint32_t>(out.get()), 0u) << "a captured call ran";
    for (unsigned char value : {1, 2, 3}) {
      fill(in, value);
      graph.launch(stream.get());
      EXPECT_EQ(read<std::uint32_t>(out.get()), sumOfBytes(kElements, value));
    }
  }
};

TEST_F(ReducerCapture, OfAPreparedCallHoldsItsKernelAloneAndReplays) {
  Reducer reducer(0, Operation::Sum, ElementType::I32, options);
  reducer.prepare(kElements);
  expectReplays(reducer, 1);
}

TEST_F(ReducerCapture, OfASecondKernelHoldsBoth) {
  haveStored(Operation::Sum, ElementType::I32, with(kSomeConfiguration, "combine", "second_kernel"));
  Reducer reducer(0, Operation::Sum, ElementType::I32, options);
  reducer.prepare(kElements);
  expectReplays(reducer, 2);
}

TEST_F(ReducerCapture, NeedsNoPreparation) {
  Reducer reducer(0, Operation::Sum, ElementType::I32, options);
  expectReplays(reducer, 1);
}

TEST_F(ReducerCapture, MayHoldMoreCallsThanWorkspacesWereProvidedFor) {
  constexpr int kCalls = 40;
  Reducer reducer(0, Operation::Sum, ElementType::I32, options);
  reducer.prepare(kElements);
  const Stream stream = makeStream();
  const DeviceMemory in = filled(kElements * 4, 1), out = filled(kCalls * 4, 0);
  const CapturedGraph graph(stream.get(), [&] {
    for (int call = 0; call < kCalls; ++call)
      reducer.reduce(pointerTo(in.get()), kElements, pointerTo(out.get() + 4 * call), stream.get());
  });
  EXPECT_EQ(graph.nodes().size(), std::size_t{kCalls});
  graph.launch(stream.get());
  for (std::uint32_t result : read<std::array<std::uint32_t, kCalls>>(out.get()))
    EXPECT_EQ(result, sumOfBytes(kElements, 1));
}

TEST_F(ReducerCapture, RunsBesideCallsOnTheSameStreamsAndOthers) {
  Reducer reducer(0, Operation::Sum, ElementType::I32, options);
  reducer.prepare(kElements);
  const Stream captured = makeStream(), other = makeStream();
  const DeviceMemory ofGraph = filled(kElements * 4, 1), ofCalls = filled(kElements * 4, 2);
  const DeviceMemory graphOut = filled(4, 0), callOut = filled(4, 0);
  const CapturedGraph graph(captured.get(), [&] {
    reducer.reduce(pointerTo(ofGraph.get()), kElements, pointerTo(graphOut.get()), captured.get());
  });
  for (int run = 0; run < 200; ++run) {
    graph.launch(other.get());
    reducer.reduce(pointerTo(ofCalls.get()), kElements, pointerTo(callOut.get()), captured.get());
  }
  EXPECT_EQ(read<std::uint32_t>(graphOut.get()), sumOfBytes(kElements, 1));
  EXPECT_EQ(read<std::uint32_t>(callOut.get()), sumOfBytes(kElements, 2));
}

} // namespace
} // namespace cuda_tune
