import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { memoryOf, readMemoryMb } from '../../src/lib/turn/machine-memory.ts'
import { memoryFinding } from '../../src/operate/doctor/check/memory.ts'
import { temporaryFolder } from '../support/process.ts'

/** The files of a system as Linux has them. */
function system(files: Record<string, string>) {
  const folder = temporaryFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true })
    writeFileSync(join(folder.path, path), text)
  }
  return folder
}

const megabytes = (count: number) => `${count * 1_048_576}\n`

test.each([
  ['no group', {}, 4_000],
  [
    'a unit of systemd with MemoryMax, in a slice without one',
    {
      'proc/self/cgroup': '0::/system.slice/tapedeck.service\n',
      'sys/fs/cgroup/system.slice/memory.max': 'max\n',
      'sys/fs/cgroup/system.slice/tapedeck.service/memory.max': megabytes(256),
    },
    256,
  ],
  [
    'a slice around it that has less',
    {
      'proc/self/cgroup': '0::/small.slice/tapedeck.service\n',
      'sys/fs/cgroup/small.slice/memory.max': megabytes(128),
      'sys/fs/cgroup/small.slice/tapedeck.service/memory.max': megabytes(512),
    },
    128,
  ],
  [
    'a container, whose root is its own group',
    { 'proc/self/cgroup': '0::/docker/0f1e\n', 'sys/fs/cgroup/memory.max': megabytes(300) },
    300,
  ],
  [
    'the first version of groups, where the second has no memory',
    {
      'proc/self/cgroup': '9:name=systemd:/\n4:cpu,memory:/site\n0::/\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
      'sys/fs/cgroup/memory/site/memory.limit_in_bytes': megabytes(200),
    },
    200,
  ],
] as const)('the memory that the program may use is read: %s', (_, files, mb) => {
  using folder = system(files)
  expect(readMemoryMb(folder.path, 4_000)).toBe(mb)
})

test('children have less than the machine, one at a time where it is tight, and what cannot be done is said', () => {
  expect([24_000, 512, 256].map((mb) => memoryOf(mb))).toEqual([
    { mb: 24_000, childMb: 23_936, isTight: false },
    { mb: 512, childMb: 448, isTight: false },
    { mb: 256, childMb: 192, isTight: true },
  ])
  expect(memoryFinding(256)).toEqual({})
  expect(memoryFinding(128).problem).toBe(
    'the program may use 128 MB of memory: pages are served and sold, but uploads may fail and downloads may not be made',
  )
})
