import Stripe from 'stripe'
import { randomBytes } from '../../../src/lib/hash/random-bytes.ts'
import { createProcessor, type Processor, type TestPayments } from '../../../src/platform/payment/processor.ts'
import { openTestProcessor } from '../../../src/test-processor/open.ts'
import type { TestProcessorOptions } from '../../../src/test-processor/start.ts'
import { publishableKey, secretKey } from '../test-processor/stripe.ts'
import type { Wire } from '../test-processor/stripe-wire.ts'

/**
 * The fate of a request of the program: `lost` and `HTML` after it took effect, `down` and `busy`
 * before.
 */
export type Outage = 'slow' | 'down' | 'busy' | 'lost' | 'HTML' | 'failing'

/** The processor of a run. It outlives the program, as Stripe does. */
export type Bank = Processor & {
  readonly test: TestPayments
  /** The fates of the program's next requests, first to last; after those everything works. */
  readonly outages: Outage[]
  /** The number of requests without an answer, including those whose sender gave up. */
  readonly unanswered: number
  /** Whether what the program sends does not arrive: it was killed. */
  isCutOff: boolean
}

type BankOptions = Pick<
  TestProcessorOptions,
  'currency' | 'convertsCharges' | 'captureMs' | 'capturesLate' | 'reversesPending'
> & { refundsWait?: boolean }

const page = (status: number) =>
  new Response('<html>Bad gateway</html>', { status, headers: { 'content-type': 'text/html' } })
const tooMany = { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' } }

const harness = 'property-run'

async function watched(wire: Wire, request: Request, respond: () => Promise<Response>): Promise<Response> {
  const { method, url } = request
  const body = await request.clone().text()
  const response = await respond()
  const answer: unknown = await response.clone().json()
  wire.exchange({ method, url, body, status: response.status, answer })
  return response
}

/**
 * Starts a processor with a clock of the run's. Its `stripe` is the harness's own client, which no
 * outage meets. Each request and answer is held against what Stripe publishes by `wire`.
 */
export function startBank(
  nowMs: () => number,
  { refundsWait = false, ...options }: BankOptions = {},
  wire?: Wire,
): Bank {
  const outages: Outage[] = []
  let unanswered = 0
  const intercept = async (request: Request, respond: () => Promise<Response>): Promise<Response> => {
    unanswered += 1
    try {
      return await answer(request, respond)
    } finally {
      unanswered -= 1
    }
  }
  const answer = async (request: Request, respond: () => Promise<Response>): Promise<Response> => {
    const agent = request.headers.get('user-agent') ?? ''
    const isProgram = agent.startsWith('Stripe/') && !agent.includes(harness)
    if (isProgram && bank.isCutOff) return page(503)
    const outage = isProgram ? outages.shift() : undefined
    if (outage === 'down') return page(503)
    if (outage === 'busy') return Response.json(tooMany, { status: 429 })
    if (outage === 'slow') await Bun.sleep(30)
    if (outage === 'failing') await test.restrict({ refundsWait, failing: 1 })
    const response = wire ? await watched(wire, request, respond) : await respond()
    if (outage === 'lost') return page(502)
    return outage === 'HTML' ? page(200) : response
  }
  const processor = createProcessor({
    openTest: openTestProcessor,
    payments: 'test',
    secretKey,
    publishableKey,
    apiBase: undefined,
    nowMs,
    random: randomBytes,
    retries: 0,
    test: { ...options, intercept },
  })
  if (!processor?.test) throw new Error('The processor did not start.')
  const { test, apiBase } = processor
  void test.restrict({ refundsWait })
  const { hostname: host, port } = apiBase
  const stripe = new Stripe(secretKey, {
    host,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: harness },
  })
  const bank: Bank = {
    ...processor,
    stripe,
    test,
    outages,
    isCutOff: false,
    get unanswered() {
      return unanswered
    },
  }
  return bank
}
