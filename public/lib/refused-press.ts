import { go } from './go.ts'
import { keepPress } from './pending-press.ts'
import { showToast } from './toast.ts'
import { troubleOf } from './trouble.ts'

const unauthenticated = 401

/**
 * Explains why the server refused the action of a button; signed-out visitors are led to sign in,
 * and from there back. `pressed` names what was pressed, so that it is done then.
 */
export function refusedPress({ status, value }: { status: unknown; value: unknown }, pressed?: string): void {
  if (status === unauthenticated) {
    if (pressed !== undefined) keepPress(pressed)
    go(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
    return
  }
  showToast(troubleOf({ value }).text)
}
