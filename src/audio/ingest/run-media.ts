import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Value } from '@sinclair/typebox/value'
import { partOf } from './cut-hook.ts'
import { type Failed, MediaRequest, MediaResult, Peaks, type ProblemKind } from './media.ts'

/** The bounds of one child: wall time, and memory that is really in use. */
export type MediaLimits = { timeoutMs?: number; rssMb?: number }

const TIMEOUT_MS = 20_000
const FREE_MB = 10
const MS_PER_FURTHER_MB = 1_000
const RSS_MB = 700
const WATCH_MS = 50
const LONGEST_ANSWER = 1 << 20

const PROBLEMS: Record<Exclude<ProblemKind, 'corrupt' | 'unsupported'>, string> = {
  timeout: 'This file took too long to process. It may be damaged.',
  memory: 'This file needs too much memory to process. It may be damaged.',
  crashed: 'The server could not process this file.',
}

/**
 * Does media work in a child process of this same program (`command`), so that a hostile file can neither block the
 * server nor outlive its limits: when they are passed the child is killed, and this answers only once it is dead.
 * Nothing stays behind from a run that failed.
 */
export async function runMedia(
  command: readonly string[],
  request: MediaRequest,
  limits: MediaLimits = {},
): Promise<MediaResult> {
  const argument = JSON.stringify(Value.Decode(MediaRequest, withoutBadPeaks(request)))
  const child = Bun.spawn({
    cmd: [...command, '__media', argument],
    // The one variable makes Bun die with its parent: a decoder in an endless loop must not outlive a killed server.
    env: { BUN_FEATURE_FLAG_NO_ORPHANS: '1' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
    killSignal: 'SIGKILL',
    maxBuffer: LONGEST_ANSWER,
  })
  let killedFor: 'timeout' | 'memory' | 'crashed' = 'crashed'
  const kill = (reason: 'timeout' | 'memory') => {
    killedFor = reason
    child.kill('SIGKILL')
  }
  const timeoutMs = limits.timeoutMs ?? timeoutFor(Bun.file(request.master).size)
  const timer = setTimeout(kill, timeoutMs, 'timeout')
  const watch = setInterval(() => residentMb(child.pid) > (limits.rssMb ?? RSS_MB) && kill('memory'), WATCH_MS)
  const answer = await new Response(child.stdout).text()
  await child.exited
  clearTimeout(timer)
  clearInterval(watch)
  const result = child.signalCode === null ? parsed(answer) : failure(killedFor)
  if (!result.ok) await rm(partOf(request.hook), { force: true })
  return result
}

/** Peaks are a browser's word: those that are no waveform count as none. */
function withoutBadPeaks(request: MediaRequest): MediaRequest {
  const isSound = request.op !== 'ingest' || Value.Check(Peaks, request.peaks)
  return isSound ? request : { ...request, peaks: null }
}

/** 20 seconds for any ordinary file; very large ones are music of many hours and get more. */
function timeoutFor(bytes: number): number {
  return TIMEOUT_MS + Math.max(0, bytes / 1e6 - FREE_MB) * MS_PER_FURTHER_MB
}

function failure(kind: keyof typeof PROBLEMS): Failed {
  return { ok: false, kind, problem: PROBLEMS[kind] }
}

function parsed(answer: string): MediaResult {
  try {
    return Value.Decode(MediaResult, JSON.parse(answer))
  } catch {
    return failure('crashed')
  }
}

/** Only Linux tells this without another process; elsewhere the time limit stands alone. */
function residentMb(pid: number): number {
  try {
    const pages = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(pages ?? 0) / 1024
  } catch {
    return 0
  }
}
