import { Button } from '@mantine/core'
import { OpenPopover, type OpenPopoverProps } from '../../../kit/ui/components/open-floating.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './condition-chip.module.css'
import { conditions, type ConditionName } from './filter-conditions.ts'
import { ConditionFields, type FilterFieldsProps } from './condition-fields.tsx'
import { CountsFailure } from './value-counts.tsx'

interface ConditionPopoverProps extends FilterFieldsProps, Pick<OpenPopoverProps, 'button' | 'opened'> {
  name: ConditionName
  onClose: () => void
}

/** What one condition may ask for, beside the button of its chip. */
export function ConditionPopover({ button, opened, ...props }: ConditionPopoverProps) {
  const { name, counts, onClose } = props
  return (
    <OpenPopover
      button={button}
      opened={opened}
      onChange={(open) => !open && onClose()}
      position="bottom-start"
      width={360}
      // Not as the button goes down: a chip with nothing set goes away, and what was pressed would move from under the pointer.
      clickOutsideEvents={['mouseup', 'touchend']}
      shadow="xl"
      className={classes.dropdown}
    >
      <Stack gap={3}>
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
      </Stack>
    </OpenPopover>
  )
}
