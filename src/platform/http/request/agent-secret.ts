import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { sameText } from '../../../lib/hash/hmac.ts'
import { say } from '../../../lib/language/say.ts'

/**
 * Refuses requests without the secret of agents that write (rule: lineage). Throws FORBIDDEN while
 * none is set, UNAUTHENTICATED for any other credential.
 */
export function refuseStrangeAgent({ config }: Pick<Ctx, 'config'>, { headers }: Request): void {
  if (config.agentApiSecret === undefined) {
    const hint = 'The person who runs this site has to set AGENT_API_SECRET.'
    throw new AppError('FORBIDDEN', say('Agents cannot write here.'), { hint })
  }
  const [, sent = ''] = /^bearer +(.+)$/i.exec(headers.get('authorization') ?? '') ?? []
  if (sameText(sent.trim(), config.agentApiSecret)) return
  throw new AppError('UNAUTHENTICATED', say('The bearer credential is missing or wrong.'), {
    headers: { 'www-authenticate': 'Bearer realm="agents"' },
  })
}
