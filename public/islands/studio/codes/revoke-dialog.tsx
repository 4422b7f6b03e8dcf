import type { Signal } from '@preact/signals'
import { count } from '../../../../src/lib/count.ts'
import type { Batch } from '../../../../src/money/download-code/model.ts'
import { api } from '../../../lib/api.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { troubleOf } from '../../../lib/trouble.ts'

type RevokeDialogProps = { revoking: Signal<Batch | null>; done: (batch: Batch) => void }

async function revoke({ id }: Batch) {
  const { error } = await api.studio.codes({ id }).delete()
  return error && troubleOf(error)
}

/** Asks before codes that may be printed already are revoked. */
export const RevokeDialog = ({ revoking, done }: RevokeDialogProps) => (
  <AskDialog
    about={revoking}
    title={() => 'Revoke the unused codes?'}
    keep="Cancel"
    go="Revoke codes"
    act={revoke}
    after={done}
  >
    {(batch) => (
      <p>
        {count(batch.count - batch.redeemed, 'code')} of <b dir="auto">{batch.label}</b> will stop working, even if they
        are already printed. People who used one keep the casset.
      </p>
    )}
  </AskDialog>
)
