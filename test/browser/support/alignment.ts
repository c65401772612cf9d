import type { Locator } from 'playwright-core';

/**
 * Returns what does not line up in a form: controls of one line that differ in height or place, controls that begin a
 * line and do not share its left edge with the others of their group, inputs of one kind that differ in width, and what
 * is cut at the right edge.
 */
export const misaligned = (form: Locator): Promise<string[]> =>
  form.evaluate((root) => {
    const CONTROLS = 'input:not([type=checkbox], [type=radio]), select, textarea, button, [role=radiogroup]';
    const isNear = (one: number, other: number) => Math.abs(one - other) <= 1;
    const visible = [...root.querySelectorAll<HTMLInputElement>(CONTROLS)]
      .map((element) => ({ element, box: element.getBoundingClientRect(), group: element.closest('fieldset') }))
      .filter(({ box }) => box.width > 0 && box.height > 0);
    const right = root.getBoundingClientRect().right;
    const places = new Map<string, number>();
    const sharesWithOthers = (key: string, value: number) => {
      const first = places.get(key) ?? value;
      places.set(key, first);
      return isNear(first, value);
    };
    return visible.flatMap(({ element, box, group }) => {
      const { tagName, type } = element;
      const name = element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent ?? '';
      const found: string[] = [];
      const beside = visible.filter((one) => {
        const shared = Math.min(one.box.bottom, box.bottom) - Math.max(one.box.top, box.top);
        return one.element !== element && one.group === group && shared > Math.min(one.box.height, box.height) / 2;
      });
      for (const one of beside) {
        const isLong = tagName === 'TEXTAREA' || one.element.tagName === 'TEXTAREA';
        if (!isNear(one.box.top, box.top) || (!isLong && !isNear(one.box.height, box.height)))
          found.push(`${name} stands in a line with a control of another height or place`);
      }
      if (box.right > right) found.push(`${name} is cut at the right edge`);
      if (!group && 'INPUT TEXTAREA'.includes(tagName) && !sharesWithOthers(`width ${type}`, box.width))
        found.push(`${name} has another width`);
      const isIcon = tagName === 'BUTTON' && element.textContent === '';
      const isFirst = !isIcon && beside.every((one) => one.box.left >= box.left);
      if (isFirst && !sharesWithOthers(`left ${group?.className}`, box.left))
        found.push(`${name} does not begin where the others do`);
      return found;
    });
  });
