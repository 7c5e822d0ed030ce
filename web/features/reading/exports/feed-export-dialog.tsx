import '@mantine/dates/styles.css'
import 'dayjs/locale/ru'
import { Button, Checkbox, Modal, SegmentedControl, Select } from '@mantine/core'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { exportFormats, exportKinds, type Export } from '../../../../contract/reading/exports.ts'
import { networks, networkTitles, type Network } from '../../../../contract/networks.ts'
import type { SeenProduct } from '../../../../contract/access/subscriptions.ts'
import { FIRST_DAY } from '../../../../rules/filters/period.ts'
import { CallError, sentenceOf } from '../../../kit/calls/call-error.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { useCreateExport } from './export-cache.ts'
import {
  exportMistakes,
  exportRequest,
  mistakenField,
  productChoices,
  usualExportDays,
  usualProduct,
  type ExportDays,
  type ExportForm,
  type ExportMistakes,
} from './export-form.ts'
import { ExportList } from './export-list.tsx'
import { formatTitles, kindTitles } from './export-in-words.ts'
import classes from './feed-export-dialog.module.css'

export interface FeedExportDialogProps {
  kind: Export['kind']
  /** What the reader may see; undefined while no one knows. */
  products: readonly SeenProduct[] | undefined
  /** The saved filter that is read. */
  filter: { id: number; name: string } | null
  zone: string
  momentsOf: (days: ExportDays) => { fromDate: string | null; toDate: string | null }
  onClose: () => void
}

export function FeedExportDialog({ kind, products, filter, zone, momentsOf, onClose }: FeedExportDialogProps) {
  const lastDay = today(zone)
  const { form, mistakes, error, sending, change, submit } = useExportForm({
    begun: { kind, format: 'xlsx', days: usualExportDays(lastDay), network: null, filtered: false },
    usualProduct: usualProduct(products),
    filterId: filter?.id ?? null,
    momentsOf,
  })
  return (
    <Modal opened onClose={onClose} title="Выгрузка ленты" size={520}>
      <Stack as="form" onSubmit={submit} noValidate>
        <SegmentedControl
          fullWidth
          aria-label="Что выгрузить"
          value={form.kind}
          data={exportKinds.map((value) => ({ value, label: kindTitles[value] }))}
          onChange={(value) => change({ kind: value as Export['kind'] })}
        />
        <Select
          label="Продукт"
          placeholder={products ? 'Выберите из списка' : 'Загружаем…'}
          data={productChoices(products ?? [])}
          value={form.product}
          onChange={(product) => change({ product })}
          error={mistakes.product}
          searchable
          nothingFoundMessage={products?.length === 0 ? 'Подписок пока нет' : 'Такого продукта у вас нет'}
          clearable
          clearButtonProps={{ 'aria-label': 'Очистить' }}
          checkIconPosition="right"
        />
        <DaysInput days={form.days} lastDay={lastDay} mistake={mistakes.days} onChange={(days) => change({ days })} />
        {form.kind === 'users' && (
          <Select
            label="Социальная сеть"
            placeholder="Выберите из списка"
            data={networks
              .filter((network) => network !== 'mixed')
              .map((value) => ({ value, label: networkTitles[value] }))}
            value={form.network}
            onChange={(network) => change({ network: network as Network | null })}
            error={mistakes.network}
            checkIconPosition="right"
          />
        )}
        <FormatInput format={form.format} onChange={(format) => change({ format })} />
        {filter && (
          <Checkbox
            label={`Только то, что пропускает фильтр «${filter.name}»`}
            description="Даты берутся отсюда, а не из фильтра."
            checked={form.filtered}
            onChange={(event) => change({ filtered: event.currentTarget.checked })}
          />
        )}
        {error && (
          <AlertBox tone={error instanceof CallError && error.code === 'EXPORT_EMPTY' ? 'warn' : 'bad'}>
            {sentenceOf(error)}
          </AlertBox>
        )}
        <Button type="submit" loading={sending}>
          Подготовить файл
        </Button>
        <p className={classes.note}>Окно можно закрыть: когда файл будет готов, мы скажем.</p>
      </Stack>
      <ExportList zone={zone} />
    </Modal>
  )
}

interface UseExportForm {
  begun: Omit<ExportForm, 'product'>
  usualProduct: string | null
  filterId: number | null
  momentsOf: FeedExportDialogProps['momentsOf']
}

/** What is filled in, what is wrong with it, and its way to the server. */
function useExportForm({ begun, usualProduct, filterId, momentsOf }: UseExportForm) {
  // The product is undefined until the person says something of it: what they may see is known later than the form.
  const [filled, setForm] = useState<Omit<ExportForm, 'product'> & { product?: string | null }>(begun)
  const form: ExportForm = { ...filled, product: filled.product === undefined ? usualProduct : filled.product }
  const [mistakes, setMistakes] = useState<ExportMistakes>({})
  const { mutate, isPending, error, reset } = useCreateExport()

  const change = (to: Partial<ExportForm>): void => {
    const next = { ...form, ...to }
    setForm({ ...filled, ...to })
    // What was found missing is looked at again as it is filled in; nothing new is complained of meanwhile.
    const still = exportMistakes(next)
    setMistakes((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field in still)))
    if (error) reset()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = exportMistakes(form)
    setMistakes(found)
    if (Object.keys(found).length > 0) return
    mutate(exportRequest(form, filterId, momentsOf), {
      onError: (refused) => {
        const field = refused instanceof CallError ? mistakenField(refused.code) : null
        if (field) setMistakes({ [field]: sentenceOf(refused) })
      },
    })
  }
  return {
    form,
    mistakes,
    error: Object.keys(mistakes).length === 0 ? error : null,
    sending: isPending,
    change,
    submit,
  }
}

interface FormatInputProps {
  format: Export['format']
  onChange: (format: Export['format']) => void
}

function FormatInput({ format, onChange }: FormatInputProps) {
  return (
    <>
      <Row align="center" justify="space-between">
        <span className={classes.label} id="export-format">
          Формат
        </span>
        <SegmentedControl
          aria-labelledby="export-format"
          size="sm"
          value={format}
          data={exportFormats.map((value) => ({ value, label: formatTitles[value] }))}
          onChange={(value) => onChange(value as Export['format'])}
        />
      </Row>
      {format === 'csv' && (
        <p className={classes.note}>
          Для таблиц лучше «Excel»: там текст остаётся текстом. В CSV перед знаками =, +, - и @ встаёт апостроф.
        </p>
      )}
    </>
  )
}

interface DaysInputProps {
  days: ExportDays
  lastDay: string
  mistake: string | undefined
  onChange: (days: ExportDays) => void
}

function DaysInput({ days, lastDay, mistake, onChange }: DaysInputProps) {
  return (
    <DatesProvider settings={{ locale: 'ru', firstDayOfWeek: 1 }}>
      <DatePickerInput
        type="range"
        label="Даты"
        placeholder="ДД.ММ.ГГГГ – ДД.ММ.ГГГГ"
        valueFormat="DD.MM.YYYY"
        allowSingleDateInRange
        clearable
        clearButtonProps={{ 'aria-label': 'Убрать даты' }}
        minDate={FIRST_DAY}
        maxDate={lastDay}
        leftSection={<IconCalendar size={16} stroke={1.7} aria-hidden="true" />}
        value={days}
        onChange={([first, last]) => onChange([first, last])}
        error={mistake}
        popoverProps={{ withinPortal: true }}
      />
    </DatesProvider>
  )
}

function today(zone: string): string {
  // The one locale that writes a day as the calendar does.
  return new Date().toLocaleDateString('sv', { timeZone: zone })
}
