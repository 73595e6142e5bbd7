// The rungs of the reduce ladder that have none of the four faults left.

#include "../../../../kernel_templates/ladder/reduce_v2.cu"
#include "../../../../kernel_templates/ladder/reduce_v3.cu"
#include "../../../../kernel_templates/ladder/reduce_v5.cu"
#include "../../../../kernel_templates/ladder/reduce_v8.cu"
