import type { Desk } from '../../../src/operate/desk/model.ts'
import { api } from '../../lib/api.ts'

/** Returns the desk as it is now; null where the site is at this address no more. */
export const deskNow = (): Promise<Desk | null> =>
  api.desk.settings.get().then(
    ({ data }) => data,
    () => null,
  )
