import { createDestination, type Destination, updateDestination } from './destination.ts'
import type { Desk } from './till.ts'

/** Where events of one kind are wanted, under a name of their own. */
export type Registration = Pick<Destination, 'name' | 'payload' | 'url' | 'events' | 'from'>

/** Registers an address, or moves the one of that name there. Answers its signing secret, the same each time. */
export function registerDestination(desk: Desk, wanted: Registration): string {
  const known = desk.book.destination.all().find((one) => one.name === wanted.name)
  if (known) return updateDestination(desk, known.id, wanted).secret
  const object = wanted.payload === 'thin' ? 'v2.core.event_destination' : 'webhook_endpoint'
  return createDestination(desk, object === 'webhook_endpoint' ? 'we' : 'ed_test', { ...wanted, object }).secret
}
