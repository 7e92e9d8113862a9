/** What stylelint checks: the standard rules, in stylesheets and in the styles of components. */
export default {
  extends: ['stylelint-config-standard'],
  rules: {
    // Empty lines belong to Prettier.
    'at-rule-empty-line-before': null,
    'comment-empty-line-before': null,
    'custom-property-empty-line-before': null,
    'declaration-empty-line-before': null,
    'rule-empty-line-before': null,
    // It compares selectors that never meet in one element, and asks for an order that hides what belongs together.
    'no-descending-specificity': null,
    // `from` and `to` read better than 0% and 100%, but one animation does not mix them.
    'keyframe-selector-notation': 'percentage-unless-within-keyword-only-block',
    // Safari knows this one by its old name only.
    'property-no-vendor-prefix': [true, { ignoreProperties: ['-webkit-user-select'] }],
    'selector-pseudo-class-no-unknown': [true, { ignorePseudoClasses: ['global'] }],
    'value-keyword-case': ['lower', { ignoreKeywords: [/^[A-Z][a-z]+$/], camelCaseSvgKeywords: true }],
  },
  overrides: [
    // These grew by overriding themselves; they dissolve into their components, where the rule holds.
    { files: ['src/styles/{phone,table,tablet,text}.css'], rules: { 'no-duplicate-selectors': null } },
    { files: ['**/*.svelte', '**/*.html'], customSyntax: 'postcss-html' },
  ],
};
