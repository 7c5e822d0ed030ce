import type { ReactNode } from 'react'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { ConditionFields, type FilterFieldsProps } from './condition-fields.tsx'
import { conditionNames, conditions } from './filter-conditions.ts'
import classes from './filter-field-groups.module.css'
import { CountsFailure } from './value-counts.tsx'

/** Every condition in a group of its own. @param heading of the groups, one level below what they stand under */
export function FilterFieldGroups({ heading, ...props }: FilterFieldsProps & { heading: 'h2' | 'h3' }) {
  return (
    <div className={classes.groups}>
      {conditionNames.map((name) => (
        <Group key={name} heading={heading} title={conditions[name].title}>
          <ConditionFields {...props} name={name} alone={false} />
        </Group>
      ))}
      {props.slots.push && (
        <Group heading={heading} title={null}>
          {props.slots.push}
        </Group>
      )}
      <CountsFailure counts={props.counts} />
    </div>
  )
}

interface GroupProps {
  heading: 'h2' | 'h3'
  title: string | null
  children: ReactNode
}

function Group({ heading: Heading, title, children }: GroupProps) {
  return (
    <Stack as="section" gap={2} className={classes.group}>
      {title !== null && <Heading className={classes.title}>{title}</Heading>}
      {children}
    </Stack>
  )
}
