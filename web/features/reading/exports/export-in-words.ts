import { contract } from '../../../../contract/contract.ts'
import { errors } from '../../../../contract/errors.ts'
import type { Export } from '../../../../contract/reading/exports.ts'
import { requestOf } from '../../../../contract/request.ts'

export const kindTitles: Record<Export['kind'], string> = { messages: 'Сообщения', users: 'Авторы' }
export const formatTitles: Record<Export['format'], string> = { xlsx: 'Excel', csv: 'CSV', html: 'HTML' }

/** Where the file is fetched from. */
export function fileAddress({ id }: Pick<Export, 'id'>): string {
  return requestOf(contract.exports.getExportFile, { id }).url
}

/** What came of it, when there is nothing to fetch. */
export function failureInWords({ status }: Pick<Export, 'status'>): string | null {
  if (status === 'empty') return errors.EXPORT_EMPTY.message
  return status === 'failed' ? 'Файл не получился. Закажите его ещё раз' : null
}

/** «20.11, 14:05» on the person's clock. */
export function untilInWords(moment: string, zone: string): string {
  return new Date(moment).toLocaleString('ru', {
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  })
}
