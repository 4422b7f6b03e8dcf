import { domainToASCII } from 'node:url'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import type { Check, Finding } from '../../check.ts'
import { nameServersOf, openNameServer, readSenderRecords, type SenderRecords } from './sender-records.ts'

// RFC 2606, RFC 6761 and RFC 6762: nobody publishes records for these.
const reserved = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost|local|internal|lan|home\.arpa)$/i

/** Returns the domain of the sender's address; undefined for one that no name server knows. */
export function publicSenderDomain({ mailer }: Pick<Ctx, 'mailer'>): string | undefined {
  const domain = domainToASCII(mailer?.from.split('@').at(-1) ?? '').toLowerCase()
  return domain.includes('.') && !reserved.test(domain) && !/^[\d.]+$/.test(domain) ? domain : undefined
}

type Told = { said: string; fix: string; isFault: boolean }

/** Checks the records of the sender's domain, without which large providers refuse its emails. */
export const senderCheck: Check = {
  name: 'sender',
  place: 242,
  ofSite: true,
  async look(ctx) {
    const domain = publicSenderDomain(ctx)
    if (domain === undefined) return {}
    const ask = await openNameServer(nameServersOf(ctx).servers)
    try {
      return findingOf(toldOf(domain, await readSenderRecords(ask, domain)))
    } catch {
      return { note: say('the DNS records of {domain} could not be read', { domain }) }
    } finally {
      ask.close()
    }
  },
}

function findingOf(told: readonly Told[]): Finding {
  if (told.length === 0) return {}
  const faults = told.filter(({ isFault }) => isFault)
  const shown = faults.length > 0 ? faults : told
  const said = shown.map((each) => each.said).join('; ')
  return { [faults.length > 0 ? 'problem' : 'note']: said, fix: shown.map(({ fix }) => fix).join('; ') }
}

function toldOf(domain: string, records: SenderRecords): Told[] {
  const isUnsigned = records.spf === 'none' && records.dkim === 'unknown'
  const told: (Told | undefined)[] = [
    records.mx === 'none'
      ? {
          said: say('{domain} gets no email, so neither answers nor reports arrive', { domain }),
          fix: say('set an MX record for {domain}, or let MAIL_FROM be an address of a domain that has one', {
            domain,
          }),
          isFault: true,
        }
      : undefined,
    spfTold(domain, records.spf, isUnsigned),
    records.dkim === 'unknown'
      ? {
          said: say('no DKIM key of {domain} was found under the names that providers use', { domain }),
          fix: say('switch DKIM on at your mail provider; the test email at the desk shows whether it signs'),
          isFault: isUnsigned,
        }
      : undefined,
    dmarcTold(domain, records.dmarc),
  ]
  return told.filter((each) => each !== undefined)
}

function spfTold(domain: string, spf: SenderRecords['spf'], isFault: boolean): Told | undefined {
  if (spf === 'ok') return undefined
  if (spf === 'none') {
    return {
      said: say('{domain} does not say which servers send for it (SPF)', { domain }),
      fix: say('set a TXT record at {domain}: v=spf1, the include of your mail provider, ~all', { domain }),
      isFault,
    }
  }
  if (spf === 'many') {
    return {
      said: say('{domain} has several SPF records, so none counts', { domain }),
      fix: say('keep one TXT record that begins with v=spf1, with all includes in it'),
      isFault: true,
    }
  }
  if (spf === 'open') {
    return {
      said: say('the SPF record of {domain} lets every server send for it', { domain }),
      fix: say('let it end with ~all'),
      isFault: true,
    }
  }
  return {
    said: say('the SPF record of {domain} needs more than ten look-ups, so it does not count', { domain }),
    fix: say('take out the includes of providers that you no longer use'),
    isFault: true,
  }
}

function dmarcTold(domain: string, dmarc: SenderRecords['dmarc']): Told | undefined {
  if (dmarc === 'ok') return undefined
  const fix = say('set one TXT record at _dmarc.{domain}, to begin with: v=DMARC1; p=none', { domain })
  return dmarc === 'none'
    ? { said: say('{domain} has no DMARC record', { domain }), fix, isFault: false }
    : { said: say('the DMARC record of {domain} cannot be read', { domain }), fix, isFault: true }
}
