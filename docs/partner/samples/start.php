<?php
// run: setup
const BASE = 'http://127.0.0.1:8080';
const KEY = 'pk_demo';

/** Sends a POST if there is a body, otherwise a GET. */
function paseo(string $path, ?array $body = null, array $headers = []): array
{
    $request = curl_init(BASE . $path);
    curl_setopt_array($request, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 30]);
    if ($body !== null) {
        curl_setopt($request, CURLOPT_POSTFIELDS, json_encode($body, JSON_THROW_ON_ERROR));
        $headers[] = 'Content-Type: application/json';
    }
    curl_setopt($request, CURLOPT_HTTPHEADER, $headers);
    $answer = curl_exec($request);
    if ($answer === false) {
        throw new RuntimeException(curl_error($request));
    }
    return json_decode($answer, true, flags: JSON_THROW_ON_ERROR);
}

// run: product
$product = paseo('/api/products?' . http_build_query(['query' => 'Triana']))['values'][0];
echo $product['id'], ' ', $product['name'], "\n";

// run: events
$query = ['id' => $product['id'], 'fromdate' => date('Y-m-d', strtotime('+14 days'))];
$events = paseo('/api/events?' . http_build_query($query))['values'];
echo count($events), " events\n";

// run: validate
$available = array_filter($events, fn ($one) => $one['availabilityCode'] === 'available');
$selection = [
    'id' => reset($available)['id'],
    'apiKey' => KEY,
    'tickets' => [['code' => 'ADULT', 'quantity' => 2], ['code' => 'CHILD', 'quantity' => 1]],
];
$offer = paseo('/api/es/eventvalidate', $selection);
if (!$offer['isValid']) {
    exit(json_encode($offer['errors']));
}
echo $offer['totalUsd']['value'], "\n";

// run: book
$order = paseo('/api/es/eventbook', [
    ...$selection,
    'totalUsd' => $offer['totalUsd'],
    'email' => 'traveller@example.com',
    'phoneNumber' => '+34 600 000 000',
    'remoteHost' => '203.0.113.24',
    'externalReference' => 'CART-20418',
    'testMode' => true,
]);
if (!$order['isValid']) {
    exit(json_encode($order['errors']));
}
echo $order['reference'], "\n";

// run: order
echo paseo("/api/es/order/{$order['id']}", headers: ['X-Api-Key: ' . KEY])['status'], "\n";
