import { rm } from 'node:fs/promises'
import { Value } from '@sinclair/typebox/value'
import { parseJson } from '../../../lib/json/json.ts'
import { type ChildEnd, runLimited } from '../../../lib/turn/limited-child.ts'
import { machineMemory } from '../../../lib/turn/machine-memory.ts'
import {
  type CoverTaken,
  type CutHookRequest,
  type CutPartRequest,
  type Failed,
  type HookCut,
  type Ingested,
  type IngestRequest,
  MediaRequest,
  MediaResult,
  type PartCut,
  Peaks,
  type ProblemKind,
  type ReadTagsRequest,
  type Remuxed,
  type RemuxRequest,
  type TagsRead,
  type TakeCoverRequest,
} from './media.ts'
import { processorMsFor } from './processor-time.ts'
import { partOf } from './render/cut-hook.ts'
import { decodedOf } from './render/cut-part.ts'

/** A child's limits: of wall time too, where somebody waits for its answer (rule: media-limits). */
export type MediaLimits = { cpuMs?: number; rssMb?: number; wallMs?: number }

const RSS_MB = 700

// Bun collects its garbage by the size of the machine, so that a child decoding ten minutes held
// 260 MB of it; told that there is little memory it holds 130, for 3 % more of the processor.
const env = { BUN_JSC_forceRAMSize: '50000000' }

const PROBLEMS: Record<Exclude<ProblemKind, 'corrupt' | 'unsupported'>, string> = {
  expensive: 'This file takes too much work to process. It may be damaged.',
  memory: 'This file needs too much memory to process. It may be damaged.',
  busy: 'This server was too busy to process this file. Upload it again later.',
  crashed: 'The server could not process this file.',
}

const tooLittle = 'This server has too little memory to process this file.'

/**
 * Does media work in a child process of this program (`command`), so that a hostile file can
 * neither block the server nor exceed its limits. A failed run leaves no files.
 */
export function runMedia(
  command: readonly string[],
  request: RemuxRequest,
  limits?: MediaLimits,
): Promise<Remuxed | Failed>
export function runMedia(
  command: readonly string[],
  request: TakeCoverRequest,
  limits?: MediaLimits,
): Promise<CoverTaken | Failed>
export function runMedia(
  command: readonly string[],
  request: ReadTagsRequest,
  limits?: MediaLimits,
): Promise<TagsRead | Failed>
export function runMedia(
  command: readonly string[],
  request: CutPartRequest,
  limits?: MediaLimits,
): Promise<PartCut | Failed>
export function runMedia(
  command: readonly string[],
  request: IngestRequest | CutHookRequest,
  limits?: MediaLimits,
): Promise<Ingested | HookCut | Failed>
export async function runMedia(
  command: readonly string[],
  request: MediaRequest,
  limits: MediaLimits = {},
): Promise<MediaResult> {
  const end = await runLimited({
    cmd: [...command, '__media', mediaArgument(request)],
    cpuMs: processorMsFor(Bun.file(request.master).size),
    rssMb: RSS_MB,
    env,
    ...limits,
  })
  return await mediaResult(request, end)
}

export const mediaArgument = (request: MediaRequest): string =>
  JSON.stringify(Value.Decode(MediaRequest, withoutBadPeaks(request)))

/** Returns a request's result from how its child ended; removes what a failed one left behind. */
export async function mediaResult(request: MediaRequest, end: ChildEnd): Promise<MediaResult> {
  const answered = end.kind === 'answer' ? parsed(end.text) : failure(end.kind)
  const result = answered.ok && answered.op !== request.op ? failure('crashed') : answered
  if (!result.ok) for (const path of leftBy(request)) await rm(path, { force: true })
  return result
}

/** Returns what a failed child may have left: also a complete file, if it died before answering. */
function leftBy(request: MediaRequest): string[] {
  if (request.op === 'remux') return [partOf(request.clip)]
  if (request.op === 'take-cover') return [request.cover]
  if (request.op === 'read-tags') return []
  if (request.op === 'cut-part') return [request.part, partOf(request.part), decodedOf(request.part)]
  if (request.op === 'cut-hook') return [partOf(request.hook)]
  return [request.hook, request.play].flatMap((path) => [path, partOf(path)])
}

/** Peaks come from a browser; invalid ones are ignored. */
function withoutBadPeaks(request: MediaRequest): MediaRequest {
  const isSound = request.op !== 'ingest' || Value.Check(Peaks, request.peaks)
  return isSound ? request : { ...request, peaks: null }
}

function failure(kind: keyof typeof PROBLEMS): Failed {
  const isMachine = kind === 'memory' && machineMemory().childMb < RSS_MB
  return { ok: false, kind, problem: isMachine ? tooLittle : PROBLEMS[kind] }
}

function parsed(answer: string): MediaResult {
  try {
    return Value.Decode(MediaResult, parseJson(answer))
  } catch {
    return failure('crashed')
  }
}
