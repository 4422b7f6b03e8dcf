import { type Invoice, InvoiceService } from '@e-invoice-eu/core'
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parseJson } from '../../../lib/json/json.ts'

/**
 * A program of its own, which the child runs: reads an invoice by the names of UBL and writes it as
 * CII, which has one form for invoices and credit notes. The library compares all of it with the
 * schema and the lists of codes of EN 16931, and throws.
 */
const Ubl = t.Unsafe<Invoice>(t.Object({ 'ubl:Invoice': t.Object({}) }))
const silent = { log: () => undefined, warn: () => undefined, error: () => undefined }

const invoice = Value.Decode(Ubl, parseJson(await Bun.stdin.text()))
const xml = await new InvoiceService(silent).generate(invoice, { format: 'CII', lang: 'en' })
await Bun.write(Bun.stdout, xml)
