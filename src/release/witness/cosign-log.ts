import { base64 } from '@scure/base'
import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import { consistencyProof } from '../../lib/hash/merkle.ts'
import { readCheckpoint } from '../../lib/verify/note/checkpoint.ts'
import { cosignatureBy } from '../../lib/verify/note/cosignature.ts'
import { isBy, readNoteKey, readSignatures } from '../../lib/verify/note/note.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { TryLater } from '../../platform/job/job-kind.ts'
import { isCosigned, keepCosignature, noteProblem, type Problem, treeSizeAt } from '../transparency-log/cosignatures.ts'
import { type Checkpoint, latestCheckpoint } from '../transparency-log/latest-checkpoint.ts'
import { withNodes } from '../transparency-log/read-node.ts'
import { askWitness, type WitnessAnswer } from './ask-witness.ts'
import type { Witness } from './config.ts'

/** All that happens within these seconds is cosigned at once. */
const gatherMs = 3_000
const lookAgainMs = 3_600_000
/** How far the clock of a witness may be from ours. */
const clockMs = 600_000

const kind = { kind: 'cosign-log', payload: t.Object({ verifierKey: t.String(), size: t.Integer() }) }

/**
 * Asks a witness to cosign a checkpoint (C2SP tlog-witness), until it has (rule: witnesses). Once
 * there is a newer checkpoint, that one's own job takes its place.
 */
export const cosignLogJob = defineJob(kind.kind, {
  payload: kind.payload,
  concurrency: 3,
  maxAttempts: 100_000,
  endsAtStop: true,
  backoff: { firstMs: 30_000, capMs: lookAgainMs },
  atStart: askForCosignatures,
  async run(ctx, { verifierKey, size }, _, signal) {
    const witness = ctx.config.logWitnesses.find((each) => each.verifierKey === verifierKey)
    const newest = latestCheckpoint(ctx)
    if (!witness || newest?.size !== size || isCosigned(ctx, newest, verifierKey)) return
    const answer = await submit(ctx, witness, newest, signal)
    if (answer.status === 200) return accept(ctx, witness, newest, answer.text)
    throw refusal(ctx, witness, problemIn(answer, newest), `The witness answered ${answer.status}.`)
  },
})

/** Queues asking the witnesses to cosign the newest checkpoint, if there are any. */
export function askForCosignatures(ctx: Ctx): void {
  const newest = latestCheckpoint(ctx)
  if (!newest) return
  const { size } = newest
  for (const { verifierKey } of ctx.config.logWitnesses) {
    if (isCosigned(ctx, newest, verifierKey)) continue
    ctx.jobs.add(kind, { verifierKey, size }, { key: `${size} ${verifierKey}`, runAt: ctx.now() + gatherMs })
  }
}

/** Asks twice where the witness knows another size than was thought: it then says which. */
async function submit(ctx: Ctx, witness: Witness, checkpoint: Checkpoint, signal: AbortSignal): Promise<WitnessAnswer> {
  const send = async (old: number) => {
    const body = requestOf(ctx, checkpoint, old)
    try {
      return await askWitness(ctx, `${witness.url}/add-checkpoint`, { method: 'POST', body, signal })
    } catch (error) {
      throw refusal(ctx, witness, 'AWAY', error instanceof Error ? error.message : String(error))
    }
  }
  const first = await send(Math.min(treeSizeAt(ctx, witness.verifierKey), checkpoint.size))
  const known = knownSize(first)
  return known === undefined || known > checkpoint.size ? first : send(known)
}

/** The size that a witness says it has cosigned last; undefined for any other answer. */
const knownSize = ({ status, type, text }: WitnessAnswer): number | undefined =>
  status === 409 && type.startsWith('text/x.tlog.size') && /^(?:0|[1-9]\d{0,14})\n$/.test(text)
    ? Number(text)
    : undefined

function requestOf(ctx: Ctx, { size, note }: Checkpoint, old: number): string {
  const proof = old === 0 || old === size ? [] : withNodes(ctx, (read) => consistencyProof(read, old, size))
  return [`old ${old}`, ...proof.map((hash) => base64.encode(hash)), '', note].join('\n')
}

/** A proof that does not hold, or a size that this log never had, means that it was rewritten. */
function problemIn(answer: WitnessAnswer, { size }: Checkpoint): Problem {
  const known = knownSize(answer)
  const isOther = answer.status === 422 || (known !== undefined && known >= size)
  if (isOther || (answer.status === 409 && known === undefined)) return 'OTHER_LOG'
  return answer.status >= 500 || answer.status === 429 ? 'AWAY' : 'REFUSED'
}

async function accept(ctx: Ctx, { verifierKey, url }: Witness, { number, size, note }: Checkpoint, lines: string) {
  const checkpoint = readCheckpoint(note)
  const key = readNoteKey(verifierKey)
  if (!checkpoint || !key) throw new Error('The checkpoint or the key of the witness cannot be read.')
  for (const line of lines.split('\n')) {
    const signatures = readSignatures(line).filter((signature) => isBy(signature, key))
    const cosignature = await cosignatureBy(verifierKey, checkpoint, signatures)
    if (!cosignature || Math.abs(cosignature.atMs - ctx.now()) > clockMs) continue
    await ctx.jointly(() =>
      keepCosignature(ctx, { number, size, verifierKey, line: `${line}\n`, cosignedAt: cosignature.atMs }, url),
    )
    return
  }
  throw refusal(ctx, { verifierKey, url }, 'UNSIGNED', 'The witness sent no cosignature of this checkpoint.')
}

function refusal(ctx: Ctx, witness: Pick<Witness, 'verifierKey' | 'url'>, problem: Problem, message: string): Error {
  noteProblem(ctx, witness, problem)
  return problem === 'AWAY' ? new Error(message) : new TryLater(message, lookAgainMs)
}
