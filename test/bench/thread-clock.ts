import { dlopen, ptr } from 'bun:ffi'

const threadClock = 3
const { symbols } = dlopen('libc.so.6', { clock_gettime: { args: ['i32', 'ptr'], returns: 'i32' } })
const time = new BigInt64Array(2)

/**
 * Returns the milliseconds of processor time of the calling thread, to the microsecond.
 * process.threadCpuUsage counts whole ticks of the kernel, which are 4 ms.
 */
export function threadCpuMs(): number {
  if (symbols.clock_gettime(threadClock, ptr(time)) !== 0) throw new Error('The clock of the thread cannot be read.')
  const [seconds = 0n, nanoseconds = 0n] = time
  return Number(seconds) * 1000 + Number(nanoseconds) / 1e6
}
