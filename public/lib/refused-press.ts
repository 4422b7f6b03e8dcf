import { goFully } from './go-fully.ts'
import { showToast } from './toast.ts'
import { troubleOf } from './trouble.ts'
import { keepWish } from './wish.ts'

const unauthenticated = 401

/**
 * Explains why the server refused the action of a button; signed-out visitors are led to sign in,
 * and from there back. `wish` names the press, so that it is done then.
 */
export function refusedPress({ status, value }: { status: unknown; value: unknown }, wish?: string): void {
  if (status === unauthenticated) {
    if (wish !== undefined) keepWish(wish)
    goFully(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
    return
  }
  showToast(troubleOf({ value }).text)
}
