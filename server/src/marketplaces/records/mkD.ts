import {
  codeText,
  decimal,
  exactWhole,
  fieldOf,
  flag,
  idText,
  integer,
  list,
  longest,
  map,
  nameText,
  record,
  text,
  texts,
} from '../../platform/records/fields.ts';

export const MkDPropertyValue = record('MkDPropertyValue', 'A property value of a purchased module.', {
  DisplayName: nameText('Displayed name.'),
  Max: codeText('Maximum value.'),
  Min: codeText('Minimum value.'),
  Remark: text('Remark.'),
  Step: codeText('Step between values.'),
  Type: codeText('Whether the property has a single value or a range.'),
  Value: text('The value.'),
});

export const MkDPropertyValues = record('MkDPropertyValues', 'Wrapper of property values.', {
  PropertyValue: list(MkDPropertyValue, 'The values.'),
});

export const MkDModuleProperty = record('MkDModuleProperty', 'A property of a purchased module.', {
  DisplayUnit: codeText('Unit shown beside the value.'),
  Key: idText('Key of the property.'),
  Name: nameText('Name of the property.'),
  PropertyValues: fieldOf(MkDPropertyValues, 'Selected values.'),
  ShowType: codeText('Display type of the property.'),
});

export const MkDModuleProperties = record('MkDModuleProperties', 'Wrapper of module properties.', {
  Property: list(MkDModuleProperty, 'The properties.'),
});

export const MkDModule = record('MkDModule', 'A module of a purchased product.', {
  Code: codeText('Code of the module.'),
  Id: idText('Identifier of the module.'),
  Name: nameText('Name of the module.'),
  Properties: fieldOf(MkDModuleProperties, 'Selected properties.'),
});

export const MkDModules = record('MkDModules', 'Wrapper of modules.', {
  Module: list(MkDModule, 'The modules.'),
});

export const MkDRelationalData = record('MkDRelationalData', 'State of the resources of an instance.', {
  ServiceStatus: codeText('State of the service.'),
});

export const DescribeInstanceBody = record(
  'DescribeInstanceBody',
  'An instance in marketplace D’s own format.',
  {
    ActiveAddress: text('Place at which the instance was activated.'),
    AppJson: text('Application details, as JSON text.'),
    AutoRenewal: codeText('Whether the instance renews automatically.'),
    BeganOn: integer('Start, in milliseconds since 1970.'),
    ComponentJson: text('Component details, as JSON text.'),
    Constraints: text('Limits of the instance.'),
    CreatedOn: integer('Creation time, in milliseconds since 1970.'),
    EndOn: integer('End, in milliseconds since 1970.'),
    ExtendJson: text('Further details, as JSON text.'),
    HostJson: text('Host details, as JSON text.'),
    InstanceId: exactWhole('Identifier of the instance.'),
    IsTrial: flag('Whether the instance is a trial.'),
    LicenseCode: idText('Code of the license.'),
    Modules: fieldOf(MkDModules, 'Purchased modules.'),
    OrderId: exactWhole('Order that created the instance.'),
    ProductCode: codeText('Code of the product.'),
    ProductName: nameText('Name of the product.'),
    ProductSkuCode: codeText('Code of the product’s variant.'),
    ProductType: codeText('Type of product.'),
    RelationalData: fieldOf(MkDRelationalData, 'State of the instance’s resources.'),
    Status: codeText('State of the instance.'),
    SupplierName: nameText('Name of the seller.'),
  },
);

export const MkDInstanceIds = record('MkDInstanceIds', 'Wrapper of instance identifiers.', {
  InstanceId: texts('The identifiers.', longest.id),
});

export const MkDSupplierTelephones = record('MkDSupplierTelephones', 'Wrapper of telephone numbers.', {
  Telephone: texts('The numbers.', longest.code),
});

export const DescribeOrderBody = record('DescribeOrderBody', 'An order in marketplace D’s own format.', {
  AccountQuantity: integer('Purchased accounts.'),
  AliUid: exactWhole('Account of the buyer.'),
  Components: map('Purchased components.'),
  CouponPrice: decimal('Amount paid by coupon.'),
  CreatedOn: integer('Creation time, in milliseconds since 1970.'),
  InstanceIds: fieldOf(MkDInstanceIds, 'Instances that the order created.'),
  OrderId: exactWhole('Identifier of the order.'),
  OrderStatus: codeText('State of the order.'),
  OrderType: codeText('Type of order.'),
  OriginalPrice: decimal('Price before discounts.'),
  PaidOn: integer('Payment time, in milliseconds since 1970.'),
  PayStatus: codeText('State of the payment.'),
  PaymentPrice: decimal('Amount paid.'),
  PeriodType: codeText('Unit of the purchased period.'),
  ProductCode: codeText('Code of the product.'),
  ProductName: nameText('Name of the product.'),
  ProductSkuCode: codeText('Code of the product’s variant.'),
  Quantity: integer('Purchased periods.'),
  RequestId: idText('Request that read the order.'),
  SupplierCompanyName: nameText('Company of the seller.'),
  SupplierTelephones: fieldOf(MkDSupplierTelephones, 'Telephone numbers of the seller.'),
  TotalPrice: decimal('Price of the whole order.'),
});
