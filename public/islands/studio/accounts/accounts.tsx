import { useSignal } from '@preact/signals'
import type { AccountUsage } from '../../../../src/account/admin/shape.ts'
import { AccountRow, DeletedAccountRow } from './account-row.tsx'

export type ShownAccount = AccountUsage & { words: string; mayChange: boolean }

export type AccountsProps = {
  accounts: readonly ShownAccount[]
  /** The owner's own account, which is always trusted. */
  ownId: string
  quota: string
}

export default function Accounts({ accounts, ownId, quota }: AccountsProps) {
  const shown = useSignal(accounts)
  return (
    <ul class="rows stored">
      {shown.value.map((account) =>
        account.email === null ? (
          <DeletedAccountRow key={account.id} account={account} />
        ) : (
          <AccountRow
            key={account.id}
            account={account}
            quota={quota}
            isOwner={account.id === ownId}
            onChange={(changed) => {
              shown.value = shown.value.map((each) => (each.id === changed.id ? changed : each))
            }}
          />
        ),
      )}
    </ul>
  )
}
