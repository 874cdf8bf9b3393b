import {
  codeText,
  decimal,
  exactWhole,
  flag,
  idText,
  list,
  longest,
  map,
  nameText,
  of,
  record,
  text,
  texts,
  whole,
} from '../../platform/records/fields.ts';

export const MkDPropertyValue = record(
  'MkDPropertyValue',
  'A value that a property of a bought module takes.',
  {
    DisplayName: nameText('Displayed name.'),
    Max: codeText('Largest value.'),
    Min: codeText('Smallest value.'),
    Remark: text('Remark.'),
    Step: codeText('Distance between values.'),
    Type: codeText('Whether it is a single value or a range.'),
    Value: text('The value.'),
  },
);

export const MkDPropertyValues = record('MkDPropertyValues', 'Wrapper of property values.', {
  PropertyValue: list(MkDPropertyValue, 'The values.'),
});

export const MkDModuleProperty = record('MkDModuleProperty', 'A property of a bought module.', {
  DisplayUnit: codeText('Unit shown beside the value.'),
  Key: idText('Key of the property.'),
  Name: nameText('Name of the property.'),
  PropertyValues: of(MkDPropertyValues, 'Values chosen.'),
  ShowType: codeText('How the property is displayed.'),
});

export const MkDModuleProperties = record('MkDModuleProperties', 'Wrapper of module properties.', {
  Property: list(MkDModuleProperty, 'The properties.'),
});

export const MkDModule = record('MkDModule', 'A module of a bought product.', {
  Code: codeText('Code of the module.'),
  Id: idText('Identifier of the module.'),
  Name: nameText('Name of the module.'),
  Properties: of(MkDModuleProperties, 'What was chosen.'),
});

export const MkDModules = record('MkDModules', 'Wrapper of modules.', {
  Module: list(MkDModule, 'The modules.'),
});

export const MkDRelationalData = record('MkDRelationalData', 'The state of what belongs to an instance.', {
  ServiceStatus: codeText('State of the service.'),
});

export const DescribeInstanceBody = record(
  'DescribeInstanceBody',
  'An instance as marketplace D describes it.',
  {
    ActiveAddress: text('Where the instance was activated.'),
    AppJson: text('Application details, as JSON text.'),
    AutoRenewal: codeText('Whether the instance renews by itself.'),
    BeganOn: whole('Start, in milliseconds of the epoch.'),
    ComponentJson: text('Component details, as JSON text.'),
    Constraints: text('Limits of the instance.'),
    CreatedOn: whole('Creation, in milliseconds of the epoch.'),
    EndOn: whole('End, in milliseconds of the epoch.'),
    ExtendJson: text('Further details, as JSON text.'),
    HostJson: text('Host details, as JSON text.'),
    InstanceId: exactWhole('Identifier of the instance.'),
    IsTrial: flag('Whether it is a trial.'),
    LicenseCode: idText('Code of the license.'),
    Modules: of(MkDModules, 'Modules bought.'),
    OrderId: exactWhole('Order that it came from.'),
    ProductCode: codeText('Code of the product.'),
    ProductName: nameText('Name of the product.'),
    ProductSkuCode: codeText('Code of the product’s variant.'),
    ProductType: codeText('Kind of product.'),
    RelationalData: of(MkDRelationalData, 'State of what belongs to it.'),
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

export const DescribeOrderBody = record('DescribeOrderBody', 'An order as marketplace D describes it.', {
  AccountQuantity: whole('Accounts bought.'),
  AliUid: exactWhole('Account of the buyer.'),
  Components: map('Components bought.'),
  CouponPrice: decimal('Amount paid by coupon.'),
  CreatedOn: whole('Creation, in milliseconds of the epoch.'),
  InstanceIds: of(MkDInstanceIds, 'Instances made from the order.'),
  OrderId: exactWhole('Identifier of the order.'),
  OrderStatus: codeText('State of the order.'),
  OrderType: codeText('Kind of order.'),
  OriginalPrice: decimal('Price before discounts.'),
  PaidOn: whole('Payment, in milliseconds of the epoch.'),
  PayStatus: codeText('State of the payment.'),
  PaymentPrice: decimal('Amount paid.'),
  PeriodType: codeText('Unit of the period bought.'),
  ProductCode: codeText('Code of the product.'),
  ProductName: nameText('Name of the product.'),
  ProductSkuCode: codeText('Code of the product’s variant.'),
  Quantity: whole('Periods bought.'),
  RequestId: idText('Request that read the order.'),
  SupplierCompanyName: nameText('Company of the seller.'),
  SupplierTelephones: of(MkDSupplierTelephones, 'Telephone numbers of the seller.'),
  TotalPrice: decimal('Price of the whole order.'),
});
