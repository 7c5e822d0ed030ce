import { Combobox, InputBase, Switch, Textarea, TextInput, useCombobox } from '@mantine/core'
import { iconNames } from '../../../../contract/icon-names.ts'
import { categoryLimits, type CategoryContent } from '../../../../contract/watching/editing.ts'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import classes from './category-fields.module.css'

export interface CategoryFieldsProps {
  content: CategoryContent
  /** The address that is published. */
  slug: string | null
  onChange: (to: Partial<CategoryContent>) => void
}

/** How it is called and shown. */
export function CategoryFields({ content, slug, onChange }: CategoryFieldsProps) {
  const moves = slug !== null && slug !== content.slug
  return (
    <Stack gap={3}>
      <div className={classes.pair}>
        <TextInput
          label="Название"
          maxLength={categoryLimits.name}
          value={content.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Адрес"
          leftSection={<span className={classes.path}>/category/</span>}
          leftSectionWidth={84}
          leftSectionPointerEvents="none"
          description={moves ? 'Старый адрес будет вести на новый' : undefined}
          maxLength={categoryLimits.slug}
          autoCapitalize="off"
          spellCheck={false}
          value={content.slug}
          onChange={(event) => onChange({ slug: event.currentTarget.value.toLowerCase() })}
        />
      </div>
      <Textarea
        label="Описание"
        description="Одно предложение: кого здесь ищут"
        maxLength={categoryLimits.description}
        autosize
        minRows={1}
        value={content.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <Row gap={[3, 5]} align="center">
        <IconField icon={content.icon} onChange={(icon) => onChange({ icon })} />
        <Switch
          label="Можно взять на пробу"
          checked={content.free}
          onChange={(event) => onChange({ free: event.currentTarget.checked })}
        />
      </Row>
    </Stack>
  )
}

function IconField({ icon, onChange }: { icon: string; onChange: (icon: string) => void }) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  return (
    <Combobox
      store={combobox}
      width={300}
      position="bottom-start"
      withinPortal
      onOptionSubmit={(name) => {
        onChange(name)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target>
        <InputBase
          component="button"
          type="button"
          pointer
          aria-label={`Значок: ${icon}`}
          className={classes.icon}
          leftSection={<ProductIcon name={icon} size={20} />}
          onClick={() => combobox.toggleDropdown()}
        >
          {icon}
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options className={classes.icons} aria-label="Значки">
          {iconNames.map((name) => (
            <Combobox.Option key={name} value={name} active={name === icon} aria-label={name} title={name}>
              <ProductIcon name={name} size={22} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
