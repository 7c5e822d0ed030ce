import { Button } from '@mantine/core'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { conditions, type ConditionName } from './filter-conditions.ts'
import { ConditionFields, type FilterFieldsProps } from './condition-fields.tsx'
import { CountsFailure } from './value-counts.tsx'

/** What one condition may ask for. */
export function ConditionPopover(props: FilterFieldsProps & { name: ConditionName; onClose: () => void }) {
  const { name, counts, onClose } = props
  return (
    <>
      <p className={typography.note}>{conditions[name].about}</p>
      <Stack gap={2}>
        <ConditionFields {...props} alone />
        <CountsFailure counts={counts} />
      </Stack>
      <Row justify="flex-end">
        <Button size="xs" variant="default" onClick={onClose}>
          Готово
        </Button>
      </Row>
    </>
  )
}
