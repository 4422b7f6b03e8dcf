import { say } from '../../src/lib/language/say.ts'
import { inParts } from './in-parts.tsx'

/** Tells the buyer of a preorder when it opens, and what they have until then. */
export const waitsText = ({ hour, hasOpen }: { hour: string; hasOpen: boolean }) => (
  <>
    {inParts(
      hasOpen
        ? say('<b>Opens {opens}.</b> Until then you have what is already open.', { opens: hour })
        : say('<b>Opens {opens}.</b> Nothing is open before then.', { opens: hour }),
      { b: (text) => <b>{text}</b> },
    )}
  </>
)
