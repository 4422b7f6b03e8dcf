import { useSignal } from '@preact/signals'
import type { AccountUsage } from '../../../../src/account/admin/shape.ts'
import { AccountRow, DeletedAccountRow } from './account-row.tsx'

export type ShownAccount = AccountUsage & { words: string; mayChange: boolean }

export type AccountsProps = {
  accounts: readonly ShownAccount[]
  /** The owner's own account, which is always trusted. */
  ownId: string
  /** The quota of an account until it is trusted, such as "10 GB". */
  quota: string
}

/** All accounts of the instance, each that is not deleted with the switch that lifts the quota. */
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
