/** A tariff as an admin fills it in, and as it is sent. */
import { tariffProducts, type TariffProduct, type TariffType } from '../../../../contract/access/tariffs.ts'
import type { Input, Result } from '../../../kit/calls/ask.ts'
import { readNumber, readWhole, typedNumber } from '../../../kit/ui/text/read-number.ts'
import type { Mistakes } from '../../../kit/ui/hooks/use-checked-form.ts'

export type AdminTariff = Result<'tariffs', 'listAllTariffs'>['tariffs'][number]
type TariffRequest = Input<'tariffs', 'createTariff'>

export interface TariffForm {
  product: TariffProduct
  type: TariffType
  title: string
  rate: string
  fee: string
  duration: string
  durationUnit: 'month' | 'day'
  durationTitle: string
  teamSize: string
  maxQuantity: string
  position: string
  archived: boolean
}
const blank: TariffForm = {
  product: 'category',
  type: 'regular',
  title: '',
  rate: '',
  fee: '0',
  duration: '1',
  durationUnit: 'month',
  durationTitle: '',
  teamSize: '',
  maxQuantity: '',
  position: '0',
  archived: false,
}

export function filledTariff(tariff: AdminTariff | null): TariffForm {
  if (tariff === null) return blank
  const {
    product,
    type,
    title,
    rate,
    fee,
    duration,
    durationUnit,
    durationTitle,
    teamSize,
    maxQuantity,
    position,
    archived,
  } = tariff
  return {
    product,
    type,
    title,
    durationUnit,
    durationTitle,
    archived,
    rate: typedNumber(rate),
    fee: typedNumber(fee),
    duration: String(duration),
    teamSize: typedNumber(teamSize),
    maxQuantity: typedNumber(maxQuantity),
    position: String(position),
  }
}

/** Only a team has a size, of categories there are as many as there are, and a fee is of a team or of each group. */
export const hasTeam = ({ type }: Pick<TariffForm, 'type'>): boolean => type === 'team'
export const hasMaximum = ({ product }: Pick<TariffForm, 'product'>): boolean => product !== 'category'
export const hasFee = ({ product, type }: Pick<TariffForm, 'product' | 'type'>): boolean =>
  type === 'team' || product === 'group'

const MOST_ROUBLES = 10_000_000
const roubles = (text: string): number | null => {
  const number = readNumber(text, 2)
  return number === null || number > MOST_ROUBLES ? null : number
}

function read(form: TariffForm) {
  return {
    rate: roubles(form.rate),
    fee: hasFee(form) ? roubles(form.fee) : 0,
    duration: readWhole(form.duration, 1, 3650),
    teamSize: hasTeam(form) ? readWhole(form.teamSize, 2, 1000) : null,
    maxQuantity: hasMaximum(form) && form.maxQuantity.trim() !== '' ? readWhole(form.maxQuantity, 1, 1_000_000) : null,
    position: readWhole(form.position, 0, 1_000_000),
  }
}

export function tariffMistakes(form: TariffForm): Mistakes<TariffForm> {
  const { rate, fee, duration, teamSize, maxQuantity, position } = read(form)
  const sum = 'Сумма в рублях, не больше 10 миллионов'
  return {
    ...(form.title.trim() === '' && { title: 'Укажите название' }),
    ...(rate === null && { rate: sum }),
    ...(fee === null && { fee: sum }),
    ...(duration === null && { duration: 'Целое число от 1 до 3650' }),
    ...(form.durationTitle.trim() === '' && { durationTitle: 'Укажите срок словами' }),
    ...(hasTeam(form) && teamSize === null && { teamSize: 'Целое число от 2 до 1000' }),
    ...(hasMaximum(form) &&
      form.maxQuantity.trim() !== '' &&
      maxQuantity === null && { maxQuantity: 'Целое число от 1 до миллиона' }),
    ...(position === null && { position: 'Целое число' }),
  }
}

/** Of a form without mistakes. */
export function tariffRequest(form: TariffForm): { fields: TariffRequest; position: number; archived: boolean } {
  const { rate, fee, duration, teamSize, maxQuantity, position } = read(form)
  const { product, type, durationUnit, archived } = form
  return {
    fields: {
      product,
      type,
      durationUnit,
      teamSize,
      maxQuantity,
      title: form.title.trim(),
      durationTitle: form.durationTitle.trim(),
      rate: rate ?? 0,
      fee: fee ?? 0,
      duration: duration ?? 1,
    },
    position: position ?? 0,
    archived,
  }
}

/** By product, and in it in the order of the price list. */
export function groupTariffs(tariffs: readonly AdminTariff[]): { product: TariffProduct; tariffs: AdminTariff[] }[] {
  return tariffProducts
    .map((product) => ({
      product,
      tariffs: tariffs
        .filter((each) => each.product === product)
        .toSorted((a, b) => a.position - b.position || a.id - b.id),
    }))
    .filter((group) => group.tariffs.length > 0)
}
