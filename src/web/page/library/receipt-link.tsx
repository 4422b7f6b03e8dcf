import { say } from '../../../lib/language/say.ts'

export const ReceiptLink = ({ path, of }: { path: string; of: string }) => (
  <>
    {' · '}
    <a href={path} aria-label={say('Receipt for {of}', { of })}>
      {say('Receipt')}
    </a>
  </>
)
