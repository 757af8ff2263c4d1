<?php
// run: setup
const BASE = 'http://127.0.0.1:8080';
const KEY = 'pk_demo';

/** Sends a POST if there is a body, otherwise a GET. */
function paseo(string $path, ?array $body = null): array
{
    $request = curl_init(BASE . $path);
    $headers = ['X-Api-Key: ' . KEY];
    curl_setopt_array($request, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 30]);
    if ($body !== null) {
        $body['apiKey'] = KEY;
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

$product = paseo('/api/products?' . http_build_query(['query' => 'Triana']))['values'][0];
$query = ['id' => $product['id'], 'fromdate' => date('Y-m-d', strtotime('+14 days'))];
$events = paseo('/api/events?' . http_build_query($query))['values'];
$available = array_filter($events, fn ($one) => $one['availabilityCode'] === 'available');
$selection = ['id' => reset($available)['id'], 'tickets' => [['code' => 'ADULT', 'quantity' => 2]]];
$offer = paseo('/api/es/eventvalidate', $selection);
$order = paseo('/api/es/eventbook', [
    ...$selection,
    'totalUsd' => $offer['totalUsd'],
    'email' => 'traveller@example.com',
    'phoneNumber' => '+34 600 000 000',
    'remoteHost' => '203.0.113.24',
    'testMode' => true,
]);

// run: quote
$change = ['id' => $order['id'], 'tickets' => [['code' => 'ADULT', 'quantity' => 1]]];
$quote = paseo('/api/es/orderamend', $change);
echo $quote['status'], ' ', $quote['differenceUsd']['value'], ' ', $quote['refundUsd']['value'], "\n";

// run: accept
$acceptance = ['id' => $order['id'], 'quoteId' => $quote['quoteId'], 'revision' => $quote['revision']];
$changed = paseo('/api/es/orderamend', $acceptance);
echo $changed['status'], "\n";

// run: cancel
$cancelled = paseo('/api/es/ordercancel', ['id' => $order['id']]);
echo $cancelled['status'], ' ', $cancelled['refundUsd']['value'], "\n";

// run: list
$query = ['testmode' => 'true'];
do {
    $page = paseo('/api/es/orders?' . http_build_query($query));
    foreach ($page['values'] as $one) {
        echo $one['reference'], ' ', $one['status'], "\n";
    }
    $query = ['cursor' => $page['cursor']];
} while ($page['hasNextPage']);
echo 'continue later with ', $page['cursor'], "\n";
