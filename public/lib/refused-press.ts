import { goFully } from './go-fully.ts'
import { showToast } from './toast.ts'
import { troubleOf } from './trouble.ts'

const unauthenticated = 401

/**
 * Explains why the server refused the action of a button; signed-out visitors are led to sign in,
 * and from there back.
 */
export function refusedPress({ status, value }: { status: unknown; value: unknown }): void {
  if (status === unauthenticated) {
    goFully(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
    return
  }
  showToast(troubleOf({ value }).text)
}
