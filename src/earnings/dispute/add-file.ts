import { rm } from 'node:fs/promises'
import { count, eq } from 'drizzle-orm'
import { disputeFiles } from '../../../db/schema/earnings/dispute.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { fileName } from '../../lib/file/file-name.ts'
import { say } from '../../lib/language/say.ts'
import { evidenceKind, maxEvidenceBytes } from '../../lib/payment/evidence-files.ts'
import { longest } from '../../lib/text/longest.ts'
import { receiveForm } from '../../platform/http/request/receive-file.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { askForNew } from '../../platform/payment/ask-processor.ts'
import { refuseFullDisk } from '../../platform/storage/keep-free.ts'
import type { EvidenceFile } from './model.ts'
import { ownDispute, whereAnswered } from './own-dispute.ts'

const mostFiles = 20
const uploadedWithinMs = 30_000

/**
 * Uploads the file of a form to the processor, for the evidence of a dispute; nothing of it stays
 * here. Throws NOT_FOUND, FORBIDDEN, BAD_STATE for a dispute that takes no evidence, VALIDATION for
 * another kind of file, PAYLOAD_TOO_LARGE, UNAVAILABLE.
 */
export async function addFile(ctx: Ctx, author: Viewer, id: string, request: Request): Promise<EvidenceFile> {
  const own = ownDispute(ctx, author, id)
  const processor = whereAnswered(ctx, own)
  refuseMany(ctx, id)
  const arriving = () => refuseFullDisk(ctx)
  const { file } = await receiveForm(ctx, request, { maxBytes: maxEvidenceBytes, fields: [], arriving })
  try {
    const kind = evidenceKind(file.head)
    if (!kind)
      throw invalid('file', say('Banks take PDF, PNG and JPEG.'), say('Save it as one of these, then try again.'))
    const ours = ctx.uuid()
    // The name is the sender's, and useless to a bank.
    const sent = { data: await Bun.file(file.path).bytes(), name: `evidence-${ours}.${kind.ending}`, type: kind.type }
    const uploaded = await askForNew(
      ctx,
      processor,
      (stripe, options) =>
        stripe.files.create({ purpose: 'dispute_evidence', file: sent }, { ...options, timeout: uploadedWithinMs }),
      `evidence-file-${ours}`,
    )
    const kept = {
      id: ours,
      name: fileName(file.name, longest.fileName) || `evidence.${kind.ending}`,
      bytes: file.bytes,
    }
    ctx.db
      .insert(disputeFiles)
      .values({ ...kept, processorId: uploaded.id, disputeId: id, createdAt: ctx.now() })
      .run()
    return kept
  } finally {
    await rm(file.path, { force: true })
  }
}

function refuseMany({ db }: Ctx, disputeId: string): void {
  const found = db.select({ count: count() }).from(disputeFiles).where(eq(disputeFiles.disputeId, disputeId)).get()
  if ((found?.count ?? 0) < mostFiles) return
  throw new AppError('BAD_STATE', say('A dispute takes at most {mostFiles} files.', { mostFiles }), {
    hint: say('Send those that you have.'),
  })
}
