import { say } from '../../../src/lib/language/say.ts'
import { spokenHour } from '../../../src/lib/time/spoken-hour.ts'
import { inParts } from '../../lib/in-parts.tsx'

/** When a preorder opens, by its artist's clock. */
export const OpensAt = ({ opensAt, zone = 'UTC' }: { opensAt: string; zone: string | undefined }) =>
  inParts(say('<b>Opens {hour} ({zone})</b>.', { hour: spokenHour(Date.parse(opensAt), zone, Date.now()), zone }), {
    b: (text) => <b>{text}</b>,
  })
