import { arch, platform } from 'node:os'

export type Target = {
  name: string
  /** Bun's name for it. */
  bun: Bun.Build.CompileTarget
  /** The npm package with its runtime, and the runtime's file in it. */
  runtime: string
  file: string
}

/**
 * All targets of a release. Those for x64 take the baseline runtime, which asks for no AVX2: a NAS
 * often has none, and the other runtime ends there with "illegal instruction" before it says
 * anything.
 */
export const targets: readonly Target[] = [
  { name: 'linux-x64', bun: 'bun-linux-x64-baseline', runtime: '@oven/bun-linux-x64-baseline', file: 'bun' },
  { name: 'linux-arm64', bun: 'bun-linux-arm64', runtime: '@oven/bun-linux-aarch64', file: 'bun' },
  {
    name: 'linux-x64-musl',
    bun: 'bun-linux-x64-baseline-musl',
    runtime: '@oven/bun-linux-x64-musl-baseline',
    file: 'bun',
  },
  { name: 'linux-arm64-musl', bun: 'bun-linux-arm64-musl', runtime: '@oven/bun-linux-aarch64-musl', file: 'bun' },
  { name: 'macos-arm64', bun: 'bun-darwin-arm64', runtime: '@oven/bun-darwin-aarch64', file: 'bun' },
  { name: 'windows-x64', bun: 'bun-windows-x64-baseline', runtime: '@oven/bun-windows-x64-baseline', file: 'bun.exe' },
]

const systems: Readonly<Record<string, string>> = { darwin: 'macos', win32: 'windows' }

/** The target of this machine, for a build without another one. */
export const hostTarget = `${systems[platform()] ?? platform()}-${arch()}`
